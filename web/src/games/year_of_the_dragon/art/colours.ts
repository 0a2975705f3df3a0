/** The colours of the nine types: robes and the ground of their tiles. Pieces look the same in light and dark mode. */
import type { Card } from "../position";

export const ROBES: Record<Card, string> = {
  craftsman: "#9a5f28",
  court_lady: "#b8406e",
  tax_collector: "#a87a0c",
  pyrotechnist: "#c2441f",
  warrior: "#3d5f8a",
  monk: "#dd8a2c",
  healer: "#3f8058",
  farmer: "#7d8a2e",
  scholar: "#5f4ea0",
  wild: "#6b5a48",
};

export const GROUNDS: Record<Card, string> = {
  craftsman: "#f0dcc0",
  court_lady: "#f7d9e4",
  tax_collector: "#f6e6b4",
  pyrotechnist: "#f9d8c8",
  warrior: "#d5e2f1",
  monk: "#fbe3c2",
  healer: "#d3ebdb",
  farmer: "#e7ebc4",
  scholar: "#e0daf4",
  wild: "#efe3cd",
};

/** The outline of all pieces. */
export const INK = "#33241a";

/** Stubs of the browser APIs that modules use when they are loaded, for tests outside a browser. */
import { vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });

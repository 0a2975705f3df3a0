/** What this browser keeps from one visit to the next, as JSON under a name. Whatever was damaged is as if it were new. */
const PREFIX = "palatine.";

export function recall<Value extends object>(name: string, otherwise: Value): Value {
  try {
    return { ...otherwise, ...(JSON.parse(localStorage.getItem(PREFIX + name) ?? "{}") as Partial<Value>) };
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: object): void {
  localStorage.setItem(PREFIX + name, JSON.stringify(value));
}

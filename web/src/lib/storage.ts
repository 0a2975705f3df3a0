/** JSON objects in the browser's storage, by name. */
const PREFIX = "palatine.";

/** Return a stored object, completed by defaults. A damaged one counts as missing. */
export function load<Value extends object>(name: string, defaults: Value): Value {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(PREFIX + name) ?? "{}") as Partial<Value>) };
  } catch {
    return defaults;
  }
}

export function store(name: string, value: object): void {
  localStorage.setItem(PREFIX + name, JSON.stringify(value));
}

/** Give each thing a unique key: the first of its kind is "monk 0", the next "monk 1". */
export function keyed<Thing extends string>(
  things: Thing[],
): { thing: Thing; key: string; first: boolean }[] {
  const seen = new Map<Thing, number>();
  return things.map((thing) => {
    const before = seen.get(thing) ?? 0;
    seen.set(thing, before + 1);
    return { thing, key: `${thing} ${before}`, first: before === 0 };
  });
}

/** Lists that the server sends in pages. */

export const PAGE = 24;

/** Load the first pages of a list at the same time. */
export function firstPages<Page>(count: number, page: (offset: number) => Promise<Page>): Promise<Page[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => page(index * PAGE)));
}

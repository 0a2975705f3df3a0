/** Lists that the server tells page by page. */

export const PAGE = 24;

/** The first pages of a list, asked for at the same time. */
export function firstPages<Page>(count: number, page: (offset: number) => Promise<Page>): Promise<Page[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => page(index * PAGE)));
}

/** Whether a cell is an address with its scheme. */
export function isAddress(cell: string): boolean {
  return /^\s*[a-z][a-z\d+.-]{0,40}:\/\/\S/i.test(cell)
}

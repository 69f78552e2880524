import { visitColumns, type Bucket } from './series.ts'

/** Returns a chart's numbers as spreadsheet rows, including numbers that aren't drawn. */
export function visitsCells(buckets: readonly Bucket[]): string[][] {
  const columns = visitColumns(['platforms', 'outcomes'])
  return [
    ['Begins (UTC)', ...columns.map(({ head }) => head)],
    ...buckets.map((bucket) => [bucket.at, ...columns.map(({ count }) => String(count(bucket)))]),
  ]
}

/** Returns a file name for a link's visits that is valid on every system. */
export function fileName(title: string): string {
  const plain = title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .toLowerCase()
  return `visits-${plain.replaceAll(/^-|-$/g, '') || 'link'}`
}

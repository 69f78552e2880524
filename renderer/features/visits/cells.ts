import { splits, type Bucket } from './series.ts'

/** Returns a chart's numbers as spreadsheet rows, including numbers that aren't drawn. */
export function visitsCells(buckets: readonly Bucket[]): string[][] {
  const { platforms, outcomes } = splits
  const header = [
    'Begins (UTC)',
    'Visits',
    ...platforms.parts.map((part) => platforms.names[part]),
    ...outcomes.parts.map((part) => outcomes.names[part]),
    'Bots',
    'Tests',
  ]
  const rows = buckets.map((bucket) => [
    bucket.at,
    String(bucket.total),
    ...platforms.parts.map((part) => String(bucket.platforms[part])),
    ...outcomes.parts.map((part) => String(bucket.outcomes[part])),
    String(bucket.bots),
    String(bucket.tests),
  ])
  return [header, ...rows]
}

/** Returns a file name for a link's visits that is valid on every system. */
export function fileName(title: string): string {
  const plain = title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .toLowerCase()
  return `visits-${plain.replaceAll(/^-|-$/g, '') || 'link'}`
}

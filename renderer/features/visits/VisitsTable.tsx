import { splits } from './series.ts'
import type { Bucket, Split } from './series.ts'
import { bucketName } from './visitText.ts'
import styles from './visits.module.css'

interface VisitsTableProps {
  buckets: readonly Bucket[]
  unit: 'days' | 'hours'
  split: Split
  label: string
}

/** Shows a chart's numbers, newest first. */
export function VisitsTable({ buckets, unit, split, label }: VisitsTableProps) {
  const { parts, names } = splits[split]
  const counts = (bucket: Bucket) => parts.map((part) => (bucket[split] as Record<string, number>)[part] ?? 0)
  return (
    <div className={styles['scroll']} role="region" aria-label={label} tabIndex={0}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{unit === 'days' ? 'Day (UTC)' : 'Hour from'}</th>
            <th scope="col">Visits</th>
            {parts.map((part) => (
              <th key={part} scope="col">
                {(names as Record<string, string>)[part]}
              </th>
            ))}
            <th scope="col">Bots</th>
            <th scope="col">Tests</th>
          </tr>
        </thead>
        <tbody>
          {buckets.toReversed().map((bucket) => (
            <tr key={bucket.at}>
              <th scope="row">{bucketName(bucket.at, unit)}</th>
              {[bucket.total, ...counts(bucket), bucket.bots, bucket.tests].map((count, index) => (
                <td key={index}>{count.toLocaleString()}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

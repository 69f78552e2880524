import styles from './visits.module.css'

const step = 3
const height = 16

/** Visits of some days in a row as a line as high as a letter. The number beside it says the same to those who do not see it. */
export function Sparkline({ line }: { line: readonly number[] }) {
  const maxVisits = Math.max(1, ...line)
  const bars = line.map((visits, day) => {
    const top = height - Math.max(visits > 0 ? 2 : 0.5, (visits / maxVisits) * height)
    return `M${String(day * step)} ${String(height)}V${top.toFixed(1)}h2V${String(height)}z`
  })
  return (
    <svg className={styles['spark']} width={line.length * step} height={height} aria-hidden>
      <path d={bars.join('')} />
    </svg>
  )
}

import styles from './visits.module.css'

const step = 3
const height = 16

/** Draws daily visits as a sparkline. Screen readers use the number next to it instead. */
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

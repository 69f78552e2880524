import { scaleLinear, scalePoint } from '@visx/scale'
import { LinePath } from '@visx/shape'
import type { Ref } from 'react'
import { axisSpace, ChartGrid } from './ChartGrid.tsx'
import styles from './visits.module.css'

interface VisitsLine {
  id: string
  name: string
  /** Visits per day or hour. */
  line: readonly number[]
}

interface LinesChartProps {
  /** Start of each day or hour. */
  times: readonly string[]
  unit: 'days' | 'hours'
  lines: readonly VisitsLine[]
  label: string
  width: number
  ref?: Ref<SVGSVGElement>
}

const height = 240
const { left, bottom } = axisSpace

const dashes = ['', '7 3', '2 3', '9 3 2 3', '12 4', '4 4']

function strokeOf(index: number) {
  return { stroke: `var(--part-${index})`, strokeDasharray: dashes[index] ?? '' }
}

/** Draws one line of visits for each link. The lines differ in colour and in dashes. */
export function LinesChart({ times, unit, lines, label, width, ref }: LinesChartProps) {
  const legendHeight = lines.length * 18
  const maxVisits = Math.max(4, ...lines.flatMap(({ line }) => line))
  const x = scalePoint({ domain: [...times], range: [left + 10, width - 10] })
  const y = scaleLinear({ domain: [0, maxVisits], range: [height - bottom, 8], nice: 4 })
  return (
    <svg
      ref={ref}
      className={styles['chart']}
      width={width}
      height={height + legendHeight}
      role="img"
      aria-label={label}
    >
      <ChartGrid {...{ x, y, unit, width, height }} />
      {lines.map(({ id, line }, index) => (
        <LinePath
          key={id}
          className={styles['line'] ?? ''}
          {...strokeOf(index)}
          data={[...line]}
          x={(_, timeIndex) => x(times[timeIndex] ?? '') ?? 0}
          y={(visits) => y(visits)}
        />
      ))}
      {lines.map(({ id, name }, index) => (
        <g key={id} transform={`translate(${String(left)}, ${String(height + 8 + index * 18)})`}>
          <line className={styles['line']} {...strokeOf(index)} x1="0" x2="28" y1="0" y2="0" />
          <text className={styles['legend']} x="36" y="4">
            {name}
          </text>
        </g>
      ))}
    </svg>
  )
}

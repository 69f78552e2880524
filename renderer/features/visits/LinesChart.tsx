import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleLinear, scalePoint } from '@visx/scale'
import { LinePath } from '@visx/shape'
import type { Ref } from 'react'
import { tickLabelProps, labelledTimes } from './ticks.ts'
import { bucketName } from './visitText.ts'
import styles from './visits.module.css'

export interface VisitsLine {
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
const bottom = 26
const left = 42

/** Draws the visits of several links, one line each. Lines differ not only in colour. */
export default function LinesChart({ times, unit, lines, label, width, ref }: LinesChartProps) {
  const legend = lines.length * 18
  const highest = Math.max(4, ...lines.flatMap(({ line }) => line))
  const x = scalePoint({ domain: [...times], range: [left + 10, width - 10] })
  const y = scaleLinear({ domain: [0, highest], range: [height - bottom, 8], nice: 4 })
  return (
    <svg
      ref={ref}
      className={styles['chart']}
      width={width}
      height={height + legend}
      role="img"
      aria-label={label}
    >
      {y.ticks(4).map((value) => (
        <line key={value} className={styles['grid']} x1={left} x2={width} y1={y(value)} y2={y(value)} />
      ))}
      <AxisLeft
        scale={y}
        left={left}
        numTicks={4}
        hideAxisLine
        hideTicks
        tickFormat={(value) => (Number.isInteger(Number(value)) ? Number(value).toLocaleString() : '')}
        tickClassName={styles['tick'] ?? ''}
        tickLabelProps={{ textAnchor: 'end', dx: -6, dy: '0.3em' }}
      />
      <AxisBottom
        scale={x}
        top={height - bottom}
        tickValues={labelledTimes(times, width - left)}
        tickFormat={(at) => bucketName(at, unit)}
        axisLineClassName={styles['axis'] ?? ''}
        hideTicks
        tickClassName={styles['tick'] ?? ''}
        tickLabelProps={tickLabelProps}
      />
      {lines.map(({ id, line }, index) => (
        <LinePath
          key={id}
          className={styles['line'] ?? ''}
          data-part={index}
          data={[...line]}
          x={(_, at) => x(times[at] ?? '') ?? 0}
          y={(visits) => y(visits)}
        />
      ))}
      {lines.map(({ id, name }, index) => (
        <g key={id} transform={`translate(${String(left)}, ${String(height + 8 + index * 18)})`}>
          <line className={styles['line']} data-part={index} x1="0" x2="28" y1="0" y2="0" />
          <text className={styles['legend']} x="36" y="4">
            {name}
          </text>
        </g>
      ))}
    </svg>
  )
}

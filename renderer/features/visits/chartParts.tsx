import '@mantine/charts/styles.layer.css'
import styles from './visits.module.css'

/** Where the axis of numbers ends, in pixels. */
export const axisWidth = 54

const axisNumber = { notation: 'compact', maximumSignificantDigits: 4 } as const

/** The props that all charts of visits share. The table next to a chart holds its data for keyboards and screen readers. */
export const chartProps = {
  role: 'img',
  dataKey: 'time',
  accessibilityLayer: false,
  tickLine: 'none',
  strokeDasharray: '0',
  valueFormatter: (visits: number) => visits.toLocaleString(),
  xAxisProps: { minTickGap: 30 },
  yAxisProps: {
    width: axisWidth,
    allowDecimals: false,
    domain: [0, 'auto'],
    // A saved picture has no room for more than six characters.
    tickFormatter: (visits: number) => visits.toLocaleString('en', axisNumber),
  },
} as const

/** A series of a chart: the visits of a link, or of a part of a link's visits. */
export interface ChartSeries {
  name: string
  label: string
  color: string
  strokeDasharray?: string
}

interface LegendEntryProps {
  series: ChartSeries
  x: number
  y: number
  /** What the series looks like in the chart. */
  mark: 'line' | 'area'
  fill?: string
}

/** Draws a series' mark and name inside the chart's SVG, so that saved pictures include it. */
export function LegendEntry({
  series: { label, color, strokeDasharray },
  x,
  y,
  mark,
  fill,
}: LegendEntryProps) {
  return (
    <g transform={`translate(${x}, ${y})`}>
      {mark === 'line' ? (
        <line stroke={color} strokeWidth={2} strokeDasharray={strokeDasharray} x2="28" y1="5" y2="5" />
      ) : (
        <rect fill={fill ?? color} width="10" height="10" />
      )}
      <text className={styles['legend']} x={mark === 'line' ? 36 : 15} y="9">
        {label}
      </text>
    </g>
  )
}

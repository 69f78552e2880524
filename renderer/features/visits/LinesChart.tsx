import { LineChart } from '@mantine/charts'
import type { Ref } from 'react'
import { shorten } from '../../ui/shorten.ts'
import { axisWidth, chartProps, LegendEntry } from './chartParts.tsx'
import { bucketName } from './visitText.ts'

interface LinesChartProps {
  /** UTC days. */
  days: readonly string[]
  /** The visits per day, with the name of what was visited. */
  lines: readonly { name: string; line: readonly number[] }[]
  label: string
  /** The height with the legend, in pixels. */
  h: number
  ref?: Ref<HTMLDivElement>
}

const legendLineHeight = 18
const dashes = ['', '7 3', '2 3', '9 3 2 3', '12 4', '4 4']

/** Draws one line of visits for each link. The lines differ in colour and in dashes. Loaded on demand. */
export default function LinesChart({ days, lines, label, h, ref }: LinesChartProps) {
  const series = lines.map(({ name }, index) => ({
    name: `line${index}`,
    label: shorten(name, 60),
    color: `var(--part-${index})`,
    strokeDasharray: dashes[index] ?? '',
  }))
  const legendHeight = 8 + lines.length * legendLineHeight
  return (
    <LineChart
      {...chartProps}
      ref={ref}
      aria-label={label}
      h={h}
      curveType="linear"
      withDots={false}
      data={days.map((at, day) => ({
        time: bucketName(at, 'days'),
        ...Object.fromEntries(lines.map(({ line }, index) => [`line${index}`, line[day]])),
      }))}
      series={series}
      lineChartProps={{ margin: { top: 8, right: 10, bottom: legendHeight } }}
    >
      {series.map((each, index) => (
        <LegendEntry
          key={each.name}
          series={each}
          x={axisWidth}
          y={h - legendHeight + 8 + index * legendLineHeight}
          mark="line"
        />
      ))}
    </LineChart>
  )
}

import { LineChart } from '@mantine/charts'
import type { Ref } from 'react'
import { chartProps, LegendEntry } from './chartParts.tsx'
import { bucketName } from './visitText.ts'

interface LinesChartProps {
  /** Start of each day or hour. */
  times: readonly string[]
  unit: 'days' | 'hours'
  /** The visits per day or hour, with the name of what was visited. */
  lines: readonly { name: string; line: readonly number[] }[]
  label: string
  ref?: Ref<HTMLDivElement>
}

const plotHeight = 240
const legendLineHeight = 18
const dashes = ['', '7 3', '2 3', '9 3 2 3', '12 4', '4 4']

/** Draws one line of visits for each link. The lines differ in colour and in dashes. */
export function LinesChart({ times, unit, lines, label, ref }: LinesChartProps) {
  const series = lines.map(({ name }, index) => ({
    name: `line${index}`,
    label: name,
    color: `var(--part-${index})`,
    strokeDasharray: dashes[index] ?? '',
  }))
  const legendHeight = 8 + lines.length * legendLineHeight
  return (
    <LineChart
      {...chartProps}
      ref={ref}
      aria-label={label}
      h={plotHeight + legendHeight}
      curveType="linear"
      withDots={false}
      data={times.map((at, time) => ({
        time: bucketName(at, unit),
        ...Object.fromEntries(lines.map(({ line }, index) => [`line${index}`, line[time]])),
      }))}
      series={series}
      lineChartProps={{ margin: { top: 8, right: 10, bottom: legendHeight } }}
    >
      {series.map((each, index) => (
        <LegendEntry
          key={each.name}
          series={each}
          x={42}
          y={plotHeight + 8 + index * legendLineHeight}
          mark="line"
        />
      ))}
    </LineChart>
  )
}

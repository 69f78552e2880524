import { BarChart } from '@mantine/charts'
import { useId, type Ref } from 'react'
import { axisWidth, chartProps, LegendEntry, type ChartSeries } from './chartParts.tsx'
import { splits, type Bucket, type Split } from './series.ts'
import { bucketName } from './visitText.ts'

interface VisitsChartProps {
  buckets: readonly Bucket[]
  unit: 'days' | 'hours'
  split: Split
  /** Whether to stack bot visits on top. */
  bots: boolean
  label: string
  ref?: Ref<HTMLDivElement>
}

/** Draws visits as stacked bars. Loaded on demand. */
export default function VisitsChart({ buckets, unit, split, bots, label, ref }: VisitsChartProps) {
  const pattern = useId()
  const { parts, names } = splits[split]
  const series: ChartSeries[] = parts.map((name, index) => ({
    name,
    label: (names as Record<string, string>)[name] ?? name,
    color: `var(--part-${index})`,
  }))
  if (bots) series.push({ name: 'bots', label: 'Bots', color: 'var(--text-quiet)' })
  // Bots are hatched, so that they aren't taken for people.
  const fillOf = ({ name }: { name: string }) => (name === 'bots' ? { fill: `url(#${pattern})` } : {})
  return (
    <BarChart
      {...chartProps}
      ref={ref}
      aria-label={label}
      h={220}
      type="stacked"
      data={buckets.map((bucket) => ({
        time: bucketName(bucket.at, unit),
        bots: bucket.bots,
        ...bucket[split],
      }))}
      series={series}
      barProps={fillOf}
      barChartProps={{ margin: { top: 34 } }}
    >
      <pattern id={pattern} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line y2="5" stroke="var(--text-quiet)" strokeWidth={2} />
      </pattern>
      <Legend series={series} fillOf={fillOf} />
    </BarChart>
  )
}

interface LegendProps {
  series: readonly ChartSeries[]
  fillOf: (series: ChartSeries) => { fill?: string }
}

/** Draws the legend in one line above the bars. */
function Legend({ series, fillOf }: LegendProps) {
  return series.map((each, index) => {
    const textsWidth = series.slice(0, index).reduce((sum, { label }) => sum + label.length * 6.6 + 30, 0)
    return (
      <LegendEntry
        key={each.name}
        series={each}
        {...fillOf(each)}
        x={axisWidth + textsWidth}
        y={6}
        mark="area"
      />
    )
  })
}

import { scaleBand, scaleLinear } from '@visx/scale'
import { BarStack } from '@visx/shape'
import { useId, type Ref } from 'react'
import { axisSpace, ChartGrid } from './ChartGrid.tsx'
import { splits, type Bucket, type Split } from './series.ts'
import { bucketText } from './visitText.ts'
import styles from './visits.module.css'

interface VisitsChartProps {
  buckets: readonly Bucket[]
  unit: 'days' | 'hours'
  split: Split
  /** Whether to stack bot visits on top. */
  bots: boolean
  label: string
  width: number
  ref?: Ref<SVGSVGElement>
}

const height = 220
const top = 34
const { left, bottom } = axisSpace

/** Draws visits as stacked bars. The table next to it holds the same data for screen readers. */
export function VisitsChart({ buckets, unit, split, bots, label, width, ref }: VisitsChartProps) {
  const pattern = useId()
  const { parts, names } = splits[split]
  const keys: string[] = bots ? [...parts, 'bots'] : [...parts]
  const highest = Math.max(4, ...buckets.map(({ total, bots: others }) => total + (bots ? others : 0)))
  const x = scaleBand({ domain: buckets.map(({ at }) => at), range: [left, width], paddingInner: 0.15 })
  const y = scaleLinear({ domain: [0, highest], range: [height - bottom, top], nice: 4 })
  const scales = { x, y }
  const hatch = `url(#${pattern})`
  return (
    <svg ref={ref} className={styles['chart']} width={width} height={height} role="img" aria-label={label}>
      <defs>
        <pattern
          id={pattern}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line x1="0" y1="0" x2="0" y2="5" className={styles['hatch']} />
        </pattern>
      </defs>
      <Legend keys={keys} names={{ ...names, bots: 'Bots' }} hatch={hatch} />
      <ChartGrid {...scales} {...{ unit, width, height }} />
      <Bars {...scales} {...{ buckets, split, keys, hatch }} />
      {buckets.map((bucket) => (
        <rect
          key={bucket.at}
          className={styles['hover']}
          x={x(bucket.at)}
          y={top}
          width={x.bandwidth()}
          height={height - top - bottom}
        >
          <title>{bucketText(bucket, split, unit)}</title>
        </rect>
      ))}
    </svg>
  )
}

interface Scales {
  x: ReturnType<typeof scaleBand<string>>
  y: ReturnType<typeof scaleLinear<number>>
}

interface BarsProps extends Scales {
  buckets: readonly Bucket[]
  split: Split
  keys: readonly string[]
  hatch: string
}

function Bars({ x, y, buckets, split, keys, hatch }: BarsProps) {
  const getValue = (bucket: Bucket, key: string) =>
    key === 'bots' ? bucket.bots : ((bucket[split] as Record<string, number>)[key] ?? 0)
  return (
    <BarStack
      data={[...buckets]}
      keys={[...keys]}
      value={getValue}
      x={({ at }) => at}
      xScale={x}
      yScale={y}
      color={() => ''}
    >
      {(stacks) =>
        stacks.flatMap((stack) =>
          stack.bars
            .filter((bar) => bar.height > 0)
            .map((bar) => (
              <rect
                key={`${stack.key}-${bar.index}`}
                className={styles['bar']}
                {...fillOf(stack.key, stack.index, hatch)}
                x={bar.x}
                y={bar.y}
                width={bar.width}
                height={bar.height}
              />
            )),
        )
      }
    </BarStack>
  )
}

/** Bots are hatched, so that they aren't taken for people. */
function fillOf(key: string, index: number, hatch: string) {
  return key === 'bots' ? { 'data-part': 'bots', fill: hatch } : { fill: `var(--part-${index})` }
}

interface LegendProps {
  keys: readonly string[]
  names: Record<string, string>
  hatch: string
}

/** Draws the legend inside the SVG, so that saved images include it. */
function Legend({ keys, names, hatch }: LegendProps) {
  const texts = keys.map((key) => names[key] ?? key)
  return texts.map((text, index) => {
    const textsWidth = texts.slice(0, index).reduce((sum, other) => sum + other.length * 6.6 + 30, 0)
    return (
      <g key={text} transform={`translate(${left + textsWidth}, 6)`}>
        <rect className={styles['bar']} {...fillOf(keys[index] ?? '', index, hatch)} width="10" height="10" />
        <text className={styles['legend']} x="15" y="9">
          {text}
        </text>
      </g>
    )
  })
}

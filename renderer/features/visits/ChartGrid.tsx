import { AxisBottom, AxisLeft } from '@visx/axis'
import type { scaleBand, scaleLinear, scalePoint } from '@visx/scale'
import { labelledTimes, tickLabelProps } from './ticks.ts'
import { bucketName } from './visitText.ts'
import styles from './visits.module.css'

/** Space for the axes: numbers on the left, times at the bottom. */
export const axisSpace = { left: 42, bottom: 26 }

interface ChartGridProps {
  x: ReturnType<typeof scaleBand<string>> | ReturnType<typeof scalePoint<string>>
  y: ReturnType<typeof scaleLinear<number>>
  unit: 'days' | 'hours'
  width: number
  height: number
}

/** Draws a chart's grid lines and axes. Labels that don't fit are left out. */
export function ChartGrid({ x, y, unit, width, height }: ChartGridProps) {
  const { left, bottom } = axisSpace
  return (
    <>
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
        tickValues={labelledTimes(x.domain(), width - left)}
        tickFormat={(at) => bucketName(at, unit)}
        axisLineClassName={styles['axis'] ?? ''}
        hideTicks
        tickClassName={styles['tick'] ?? ''}
        tickLabelProps={tickLabelProps}
      />
    </>
  )
}

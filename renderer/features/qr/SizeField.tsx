import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import { quietZone } from './layout.ts'
import type { QrModules } from './modules.ts'
import { dotsPerInch, leastSquare, pixelsFor, printSizes, squareWidth } from './print.ts'
import type { PrintSize } from './print.ts'
import styles from './qr.module.css'

interface SizeFieldProps {
  value: PrintSize
  onChange: (size: PrintSize) => void
  modules: QrModules | null
}

/** How wide the code is on paper, and what that means in pixels. */
export function SizeField({ value, onChange, modules }: SizeFieldProps) {
  const name = useId()
  const pixels = pixelsFor(value)
  const square = squareWidth((modules?.length ?? 0) + 2 * quietZone, value)
  const choose = (text: string) => {
    const size = printSizes.find((entry) => String(entry) === text)
    if (size) onChange(size)
  }
  return (
    <div>
      <span id={name} className={styles['label']}>
        Width in print
      </span>
      <SegmentedControl
        fullWidth
        aria-labelledby={name}
        data={printSizes.map((size) => ({ value: String(size), label: `${size} cm` }))}
        value={String(value)}
        onChange={choose}
      />
      <p className={styles['note']}>
        {pixels} × {pixels} pixels at {dotsPerInch} dpi, squares of {square.toFixed(2)} mm.
        {square < leastSquare && ' Small for a phone: print it larger if you can.'}
      </p>
    </div>
  )
}

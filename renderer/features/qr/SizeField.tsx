import { NumberInput, SegmentedControl, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { printSizes, qrWidths } from '../../../contract/app/qr/qrStyle.ts'
import { quietZone } from '../../../contract/app/qr/layout.ts'
import type { QrModules } from '../../../contract/app/qr/modules.ts'
import { formatDecimal } from '../../ui/formatCount.ts'
import { dotsPerInch, minSquareMm, pixelsFor } from './print.ts'
import { QuietText } from '../../ui/variants.ts'

interface SizeFieldProps {
  value: number
  onChange: (centimetres: number) => void
  modules: QrModules | null
}

/** Selects the printed width of the code, and shows it in pixels. */
export function SizeField({ value, onChange, modules }: SizeFieldProps) {
  const name = useId()
  const [other, setOther] = useState(!printSizes.includes(value))
  const pixels = pixelsFor(value)
  const squareMm = (value * 10) / ((modules?.length ?? 0) + 2 * quietZone)
  const choose = (text: string) => {
    setOther(text === 'other')
    if (text !== 'other') onChange(Number(text))
  }
  return (
    <div>
      <Text id={name} mb={4} fz="sm" fw={550}>
        Printed width
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={name}
        data={[
          ...printSizes.map((size) => ({ value: String(size), label: `${size} cm` })),
          { value: 'other', label: 'Other' },
        ]}
        value={other ? 'other' : String(value)}
        onChange={choose}
      />
      {other && <CustomWidth value={value} onChange={onChange} />}
      <QuietText mt={6} fz="xs">
        {pixels} × {pixels} pixels at {dotsPerInch} dpi, squares of {formatDecimal(squareMm, 2)} mm.
        {squareMm < minSquareMm && ' That’s small for a phone. Print it larger if you can.'}
      </QuietText>
    </div>
  )
}

/** Accepts any width. An incomplete value stays in the field without effect. */
function CustomWidth({ value, onChange }: Omit<SizeFieldProps, 'modules'>) {
  const [typed, setTyped] = useState<number | string>(value)
  const { min, max } = qrWidths
  const isWidth = (width: number | string): width is number =>
    typeof width === 'number' && width >= min && width <= max
  const setWidth = (width: number | string) => {
    setTyped(width)
    if (isWidth(width)) onChange(width)
  }
  return (
    <NumberInput
      mt={8}
      aria-label="Width in centimetres"
      suffix=" cm"
      min={min}
      max={max}
      step={0.5}
      decimalScale={1}
      clampBehavior="none"
      value={typed}
      error={isWidth(typed) ? null : `Enter a width from ${min} to ${max} cm.`}
      onChange={setWidth}
    />
  )
}

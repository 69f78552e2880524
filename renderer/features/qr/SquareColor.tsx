import { ColorInput } from '@mantine/core'
import { useState } from 'react'
import { parseColor } from './design.ts'

interface SquareColorProps {
  label: string
  value: string
  swatches: string[]
  onChange: (color: string) => void
}

/** One of the two colours, typed or picked. What is no colour yet stays in the field and changes nothing. */
export function SquareColor({ label, value, swatches, onChange }: SquareColorProps) {
  const [typed, setTyped] = useState(value)
  const take = (text: string) => {
    setTyped(text)
    const color = parseColor(text)
    if (color) onChange(color)
  }
  return (
    <ColorInput
      label={label}
      format="hex"
      withEyeDropper={false}
      // Within the dialog, which is all that a screen reader sees while it is open.
      popoverProps={{ withinPortal: false }}
      fixOnBlur={false}
      swatches={swatches}
      swatchesPerRow={5}
      value={typed}
      error={parseColor(typed) ? null : 'Enter a colour such as #1b2f7d or #fff.'}
      onBlur={() => setTyped(parseColor(typed) ?? typed)}
      onChange={take}
    />
  )
}

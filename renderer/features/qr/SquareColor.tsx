import { ColorInput } from '@mantine/core'
import { useState } from 'react'
import { parseColor } from './design.ts'

interface SquareColorProps {
  label: string
  value: string
  swatches: string[]
  onChange: (color: string) => void
}

/** Selects one of the two colours, by typing or picking. An incomplete value stays in the field and has no effect. */
export function SquareColor({ label, value, swatches, onChange }: SquareColorProps) {
  const [typed, setTyped] = useState(value)
  const setText = (text: string) => {
    setTyped(text)
    const color = parseColor(text)
    if (color) onChange(color)
  }
  return (
    <ColorInput
      label={label}
      format="hex"
      withEyeDropper={false}
      // Inside the dialog: screen readers see nothing else while it is open.
      popoverProps={{ withinPortal: false }}
      fixOnBlur={false}
      swatches={swatches}
      swatchesPerRow={5}
      value={typed}
      error={parseColor(typed) ? null : 'Enter a colour such as #1b2f7d or #fff.'}
      onBlur={() => setTyped(parseColor(typed) ?? typed)}
      onChange={setText}
    />
  )
}

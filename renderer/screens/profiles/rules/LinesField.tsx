import { Textarea, type TextareaProps } from '@mantine/core'

interface LinesFieldProps extends Omit<TextareaProps, 'value' | 'onChange' | 'rows'> {
  value: string
  change: (value: string) => void
  minRows: number
  maxRows: number
}

/** Edits values, one per line. Grows by counting lines: measuring a list of thousands would delay each key. */
export function LinesField({ value, change, minRows, maxRows, ...props }: LinesFieldProps) {
  return (
    <Textarea
      spellCheck={false}
      {...props}
      rows={Math.max(minRows, countLines(value, maxRows))}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

/** Returns the number of lines of a text, at most `max`. */
function countLines(text: string, max: number): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && lines < max; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

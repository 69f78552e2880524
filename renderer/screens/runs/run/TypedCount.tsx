import { TextInput } from '@mantine/core'

interface TypedCountProps {
  /** What is about to happen in production. */
  question: string
  ready: number
  typed: string
  type: (text: string) => void
}

/** Asks for the number of links before a run in production. */
export function TypedCount({ question, ready, typed, type }: TypedCountProps) {
  if (ready === 0) return null
  return (
    <TextInput
      w={320}
      maw="100%"
      label={`${question} Type ${ready.toLocaleString()} to continue`}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

/** Returns whether a typed number is that count, in any common notation and in the digits that the label shows. */
export function isTypedCount(typed: string, ready: number): boolean {
  const digits = withoutSeparators(typed)
  return Number(digits) === ready || digits === withoutSeparators(ready.toLocaleString())
}

function withoutSeparators(number: string): string {
  return number.replace(/[\s.,’'٬]/g, '')
}

import { Radio, Stack } from '@mantine/core'

interface RadioListProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly { value: Value; label: string; description?: string }[]
  /** Whether the first choice gets the focus of a dialog that opens. */
  isFocused?: boolean
}

/** Offers choices, one below the other. */
export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { label, value, onChange, choices, isFocused = false } = props
  return (
    <Radio.Group label={label} value={value} onChange={(chosen) => onChange(chosen)}>
      <Stack gap={10} pt="xs">
        {choices.map((choice, index) => (
          <Radio
            key={choice.value}
            {...choice}
            {...(isFocused && index === 0 ? { autoFocus: true, 'data-autofocus': true } : {})}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

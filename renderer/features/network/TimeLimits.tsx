import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { NetworkValues } from './networkForm.ts'
import styles from './network.module.css'

const limits = [
  { field: 'connectSeconds', label: 'For the connection' },
  { field: 'idleSeconds', label: 'Without any answer' },
  { field: 'totalSeconds', label: 'For a request in all' },
] as const

/** How long the app waits, in seconds. */
export function TimeLimits({ form }: { form: UseFormReturnType<NetworkValues> }) {
  return (
    <fieldset className={styles['limits']}>
      <legend>Time limits, in seconds</legend>
      {limits.map(({ field, label }) => (
        <TextInput
          key={field}
          label={label}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps(field)}
        />
      ))}
    </fieldset>
  )
}

import { Textarea } from '@mantine/core'
import { FieldNote } from '../FieldNote.tsx'
import { useField } from '../FormContext.tsx'
import { useShownFault } from '../useShownFault.ts'
import styles from '../create.module.css'

const example = `{
  "screen": "offer",
  "offer_id": 4711
}`

/** The payload as text; the very text is sent. */
export function DataSection() {
  const [data, setData] = useField('data')
  const { fault, warning } = useShownFault('data', false)
  return (
    <Textarea
      aria-label="App data (JSON)"
      classNames={{ input: styles['json'] ?? '' }}
      placeholder={example}
      rows={7}
      resize="vertical"
      spellCheck={false}
      autoComplete="off"
      value={data}
      onChange={(event) => setData(event.currentTarget.value)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={warning ? <FieldNote text={warning} /> : undefined}
      error={fault}
    />
  )
}

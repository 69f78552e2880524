import { SegmentedControl } from '@mantine/core'
import { useField } from '../../link/FormContext.tsx'
import type { ThreeState } from '../../link/form.ts'
import styles from './linkForm.module.css'

const choices: { value: ThreeState; label: string }[] = [
  { value: 'default', label: 'Service default' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
]

/** Offers three states per platform, because the service decides what an omitted field means. */
export function PreviewFields() {
  return (
    <div className={styles['previews']}>
      <PreviewField name="previewIos" label="iPhone and iPad" />
      <PreviewField name="previewAndroid" label="Android" />
    </div>
  )
}

function PreviewField({ name, label }: { name: 'previewIos' | 'previewAndroid'; label: string }) {
  const [state, setState] = useField(name)
  return (
    <div className={styles['preview']}>
      <span>{label}</span>
      <SegmentedControl
        aria-label={`Preview page, ${label}`}
        data={choices}
        value={state}
        onChange={setState}
      />
    </div>
  )
}

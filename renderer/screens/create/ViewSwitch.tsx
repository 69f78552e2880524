import { SegmentedControl } from '@mantine/core'
import styles from './create.module.css'

export type View = 'form' | 'card' | 'outcomes' | 'request' | 'similar'

const views: { value: View; label: string }[] = [
  { value: 'form', label: 'Form' },
  { value: 'card', label: 'Card' },
  { value: 'outcomes', label: 'What happens' },
  { value: 'request', label: 'Request' },
  { value: 'similar', label: 'Similar' },
]

/** In a small window the form and its previews take turns; in a large one all are in view and this is not. */
export function ViewSwitch({ view, setView }: { view: View; setView: (view: View) => void }) {
  return (
    <div className={styles['views']}>
      <SegmentedControl fullWidth aria-label="View" data={views} value={view} onChange={setView} />
    </div>
  )
}

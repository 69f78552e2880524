import { TextField } from '../TextField.tsx'
import styles from '../create.module.css'

/** The three words by which visits are counted. */
export function TrackingSection() {
  return (
    <div className={styles['tracking']}>
      <TextField name="campaign" path="tracking_campaign" label="Campaign" placeholder="summer-sale" />
      <TextField name="source" path="tracking_source" label="Source" placeholder="newsletter" />
      <TextField name="medium" path="tracking_medium" label="Medium" placeholder="email" />
    </div>
  )
}

import { Globe } from 'lucide-react'
import { useNoAddress } from '../useNoAddress.ts'
import { PhoneField } from './PhoneField.tsx'
import { TargetField } from './TargetField.tsx'
import styles from './fields.module.css'

/** One address for everyone, and what differs on phones. */
export function PlacesFields() {
  return (
    <>
      <div className={styles['place']}>
        <TargetField
          name="desktopUrl"
          path="desktop_custom_redirect.url"
          label="Address for everyone"
          icon={Globe}
        />
        <NoAddress />
      </div>
      <PhoneField phone="ios" label="iPhone and iPad" />
      <PhoneField phone="android" label="Android" />
    </>
  )
}

function NoAddress() {
  const sentence = useNoAddress()
  return sentence !== null && <p className={styles['then']}>{sentence}.</p>
}

import { Globe } from 'lucide-react'
import { PhoneField } from './PhoneField.tsx'
import { TargetField } from './TargetField.tsx'

/** Edits the shared address, and what differs on phones. */
export function DestinationFields() {
  return (
    <>
      <TargetField
        name="desktopUrl"
        path="desktop_custom_redirect.url"
        label="Address for everyone"
        icon={Globe}
      />
      <PhoneField phone="ios" label="iPhone and iPad" />
      <PhoneField phone="android" label="Android" />
    </>
  )
}

import { Checkbox } from '@mantine/core'
import { Monitor, Smartphone } from 'lucide-react'
import { useField } from '../../../link/FormContext.tsx'
import { TargetField } from './TargetField.tsx'
import styles from './fields.module.css'

/** One address per platform; an empty one is left to the service. */
export function PlacesFields() {
  return (
    <>
      <div className={styles['place']}>
        <TargetField name="iosUrl" path="ios_custom_redirect.url" label="iPhone and iPad" icon={Smartphone} />
        <OpenApp name="iosOpenApp" url="iosUrl" platform="iPhone and iPad" />
      </div>
      <div className={styles['place']}>
        <TargetField name="androidUrl" path="android_custom_redirect.url" label="Android" icon={Smartphone} />
        <OpenApp name="androidOpenApp" url="androidUrl" platform="Android" />
      </div>
      <TargetField
        name="desktopUrl"
        path="desktop_custom_redirect.url"
        label="Desktop, and everything else"
        icon={Monitor}
      />
    </>
  )
}

interface OpenAppProps {
  name: 'iosOpenApp' | 'androidOpenApp'
  url: 'iosUrl' | 'androidUrl'
  platform: string
}

/** Part of a redirect: without an address of its own there is nothing that it could be part of. */
function OpenApp({ name, url, platform }: OpenAppProps) {
  const [open, setOpen] = useField(name)
  const [address] = useField(url)
  return (
    <Checkbox
      label="Open the app if it is installed"
      aria-label={`Open the app if it is installed, ${platform}`}
      checked={open && address !== ''}
      disabled={address === ''}
      onChange={(event) => setOpen(event.currentTarget.checked)}
    />
  )
}

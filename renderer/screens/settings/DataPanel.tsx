import { CopyButton } from '../../ui/CopyButton.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import { useSession } from '../../session/Session.tsx'
import styles from './settings.module.css'

/** Where everything is kept, by file. */
export function DataPanel() {
  const { state } = useSession()
  return (
    <>
      <p className={styles['lead']}>
        Everything that Linkwright keeps is in one folder on this computer. It is readable for your account
        only, and nothing of it is sent anywhere.
      </p>
      <div className={styles['folder']}>
        <code>{state.dataFolder}</code>
        <CopyButton text={state.dataFolder} label="Copy path" variant="default" size="xs" />
      </div>
      <FieldList
        rows={[
          {
            name: 'Links, drafts, activity',
            value: 'The library, an SQLite database with a backup of each earlier version',
          },
          { name: 'Profiles and settings', value: 'A JSON file' },
          { name: 'Project keys', value: 'Not here: see Key storage' },
        ]}
      />
    </>
  )
}

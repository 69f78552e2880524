import type { UseFormReturnType } from '@mantine/form'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { FieldList } from '../../ui/FieldList.tsx'
import { AddressFields, BaseUrl, LinkHosts } from './AddressFields.tsx'
import { LooksFields, Name } from './LooksFields.tsx'
import type { ServiceValues } from './serviceValues.ts'
import styles from './connect.module.css'

type Form = UseFormReturnType<ServiceValues>

interface ProfileFieldsProps {
  form: Form
  profile: SavedProfile | null
}

/** All of a profile’s fields but its key and notes. */
export function ProfileFields({ form, profile }: ProfileFieldsProps) {
  return (
    <>
      <LooksFields form={form} />
      {profile?.kind === 'embedded' ? <EmbeddedFacts profile={profile} /> : <AddressFields form={form} />}
    </>
  )
}

/** A first service, in little room: it has nothing to be told apart from yet. */
export function FirstFields({ form }: { form: Form }) {
  return (
    <>
      <div className={styles['looks']}>
        <Name form={form} />
        <LinkHosts form={form} brief />
      </div>
      <BaseUrl form={form} />
    </>
  )
}

/** The service on this computer looks after its address by itself: there is something to know, and nothing to set. */
function EmbeddedFacts({ profile }: { profile: SavedProfile }) {
  return (
    <FieldList
      rows={[
        { name: 'Base URL', value: <code>{profile.baseUrl}</code> },
        { name: 'Link host', value: <code>{profile.linkHosts.join(', ')}</code> },
      ]}
    />
  )
}

import { Checkbox, Select, TextInput } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckedInvitation, OpenedInvitation } from '../../../contract/app/calls/profiles/enrolment.ts'
import type { KeyScope } from '../../../contract/service/keys/keyScope.ts'
import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import { environmentLabels } from '../../ui/environments.ts'
import { DialogForm } from '../../ui/forms/DialogForm.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import { formatTime } from '../../ui/formatTime.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { KeepInMemory } from '../keys/KeepInMemory.tsx'
import { KeyStoreLine } from '../keys/KeyStoreLine.tsx'
import { callQuery, useCallMutation } from '../../api/useCall.ts'

interface AcceptInvitationProps {
  invitation: OpenedInvitation
  about: CheckedInvitation
  keyStore: KeyStoreState
  done: () => void
  cancel: () => void
}

const maxNameLength = 60

const scopes: Record<KeyScope, string> = {
  full: 'Create links, look them up and see their visits',
  'create-only': 'Create links, but not look them up',
  'read-only': 'Look up links and see their visits, but not create any',
}

/** Shows what the invitation grants, according to the service, and accepts it. */
export function AcceptInvitation({
  invitation: { id, service, profiles },
  about,
  keyStore,
  done,
  cancel,
}: AcceptInvitationProps) {
  const [name, setName] = useState(() => suggestName(about, profiles))
  const keyless = profiles.filter(({ key }) => key === 'none')
  const [profileId, setProfileId] = useState(keyless[0]?.id ?? '')
  const withRules = useRulesOf(profiles)
  const [copiesRules, setCopiesRules] = useState(true)
  const accept = useCallMutation('enrolment.accept')
  const send = (keep: 'keychain' | 'memory' = 'keychain') => {
    const isNew = profileId === ''
    const rulesOf = isNew && copiesRules && withRules ? { rulesOf: withRules.id } : {}
    accept.mutate({ id, name, keep, ...(isNew ? rulesOf : { profileId }) }, { onSuccess: done })
  }
  const problem = accept.error?.problem
  return (
    <DialogForm
      submit={() => send()}
      cancel={cancel}
      label={profileId === '' ? 'Add the profile' : 'Add the key'}
      isPending={accept.isPending}
      disabled={profileId === '' && name.trim() === ''}
    >
      <About service={service} about={about} />
      <p>The invitation works only once. Whoever runs the service can see your key’s name on your links.</p>
      <ProfileField keyless={keyless} value={profileId} onChange={setProfileId} />
      {profileId === '' && (
        <TextInput
          label="Profile name"
          data-autofocus
          autoFocus
          maxLength={maxNameLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      {profileId === '' && withRules && (
        <Checkbox
          label={`Start with the tracking rules of “${withRules.name}”`}
          description="You have this profile at the same service. Rules that the service shares are added."
          checked={copiesRules}
          onChange={({ currentTarget }) => setCopiesRules(currentTarget.checked)}
        />
      )}
      <KeyStoreLine keyStore={keyStore} />
      {problem && (
        <ProblemView
          problem={problem}
          actions={<KeepInMemory problem={problem} keep={() => send('memory')} />}
        />
      )}
    </DialogForm>
  )
}

/** Returns the project's name, with that of the key if a profile of the service already has it. */
function suggestName({ projectName, keyName }: CheckedInvitation, profiles: OpenedInvitation['profiles']) {
  const name = projectName.slice(0, maxNameLength).trim()
  if (!profiles.some((profile) => profile.name === name)) return name
  const suffix = ` (${keyName.slice(0, 24).trim()})`
  return `${name.slice(0, maxNameLength - suffix.length).trim()}${suffix}`
}

/** Returns the first of the profiles that has tracking rules, which a further profile of its service can start with. */
function useRulesOf(profiles: OpenedInvitation['profiles']) {
  const rules = useQueries({ queries: profiles.map(({ id }) => callQuery('rules.get', { profileId: id })) })
  return profiles.find((_, index) => Object.keys(rules[index]?.data?.rules ?? {}).length > 0)
}

function About({ service, about }: { service: string; about: CheckedInvitation }) {
  return (
    <FieldList
      rows={[
        { name: 'Service', value: URL.parse(service)?.host ?? service },
        { name: 'Project', value: about.projectName },
        { name: 'Environment', value: environmentText(about) },
        { name: 'Key name', value: about.keyName },
        { name: 'You can', value: scopes[about.scope] },
        { name: 'Valid until', value: formatTime(about.expiresAt) },
      ]}
    />
  )
}

interface ProfileFieldProps {
  keyless: OpenedInvitation['profiles']
  /** Id of the chosen profile; empty for a new one. */
  value: string
  onChange: (id: string) => void
}

/** Asks which profile to add the key to. Renders nothing if every profile of the service has a key. */
function ProfileField({ keyless, value, onChange }: ProfileFieldProps) {
  if (keyless.length === 0) return null
  return (
    <Select
      label="Add the key to"
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
      data={[
        ...keyless.map(({ id, name }) => ({ value: id, label: `${name}, which has no key yet` })),
        { value: '', label: 'A new profile' },
      ]}
    />
  )
}

function environmentText({ environment }: CheckedInvitation): string {
  return environment === null ? 'Production and development' : environmentLabels[environment]
}

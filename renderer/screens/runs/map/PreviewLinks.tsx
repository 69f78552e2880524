import { Stack, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import { listAddresses } from '../../../../contract/app/values/addressTracking.ts'
import { trackingNames } from '../../../../contract/service/link/fields.ts'
import type { Mapping } from '../../../../contract/app/runs/mapping/mapping.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { NetworkCard } from '../../../features/card/NetworkCard.tsx'
import { OutcomeList } from '../../../features/simulator/Outcomes.tsx'
import { fieldName } from '../../../link/fieldNames.ts'
import { toRules, type FormValues } from '../../../link/form.ts'
import { formFromRequest } from '../../../link/formFrom.ts'
import { useSession } from '../../../session/Session.tsx'
import type { SavedProfile } from '../../../session/currentProfile.ts'
import { FieldList } from '../../../ui/FieldList.tsx'
import { Fold } from '../../../ui/Fold.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { FieldWarning } from '../../../ui/FieldWarning.tsx'
import { useCall } from '../../../api/useCall.ts'
import { QuietText } from '../../../ui/variants.ts'
import styles from './map.module.css'

type Previewed = CallOutput<'runs.preview'>['rows'][number]

/** Shows the links that the first rows would become. */
export function PreviewLinks({ run, mapping }: { run: Run; mapping: Mapping }) {
  // The mapping is deferred, so that typing never waits for the preview.
  const preview = useCall(
    'runs.preview',
    { id: run.id, mapping: useDeferredValue(mapping) },
    { placeholderData: keepPreviousData, gcTime: 5_000 },
  )
  const { state, current } = useSession()
  const profile = state.profiles.find(({ id }) => id === run.profileId) ?? current.profile
  const rows = preview.data?.rows ?? []
  return (
    <Stack
      component="aside"
      className={styles['preview'] ?? ''}
      p={20}
      aria-label="The first links"
      tabIndex={0}
    >
      <h3>{rows.length === 1 ? 'What this becomes' : 'What the first rows become'}</h3>
      {preview.error && <ProblemView problem={preview.error.problem} />}
      {rows.map((row) => (
        <PreviewLink key={row.number} row={row} profile={profile} />
      ))}
    </Stack>
  )
}

function PreviewLink({
  row: { number, request, errors },
  profile,
}: {
  row: Previewed
  profile: SavedProfile
}) {
  const form = request && formFromRequest(request)
  const host = profile.linkHosts[0] ?? URL.parse(profile.baseUrl)?.host ?? ''
  return (
    <Stack component="article" gap="xs" miw={0} aria-label={`Row ${number.toLocaleString()}`}>
      <QuietText span fz="xs">
        Row {number.toLocaleString()}
      </QuietText>
      {errors.map(({ text }) => (
        <FieldWarning key={text} text={text} refusal />
      ))}
      {form && (
        <>
          <NetworkCard title={form.title} subtitle={form.subtitle} host={host} />
          <Facts form={form} addresses={[...new Set(listAddresses(request))]} />
          <Fold title="What happens when someone opens it">
            <OutcomeList rules={toRules(form)} defaults={profile.defaults} hasApp={profile.hasApp} />
          </Fold>
        </>
      )}
    </Stack>
  )
}

/** Details that distinguish the link, in addition to its card. */
function Facts({ form, addresses }: { form: FormValues; addresses: readonly string[] }) {
  const facts = [
    { name: 'Goes to', value: addresses.join(', ') },
    ...trackingNames.map((name) => ({ name: fieldName(`tracking_${name}`), value: form[name] })),
    { name: 'Tags', value: form.tags.join(', ') },
    { name: 'App data', value: form.data },
  ]
  const rows = facts.map(({ name, value }) => ({ name, value: value.slice(0, 300) }))
  return (
    <Text component="div" fz="xs">
      <FieldList rows={rows.filter(({ value }) => value !== '')} />
    </Text>
  )
}

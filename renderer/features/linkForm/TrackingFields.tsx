import { Box, Group, Select, SimpleGrid } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Word } from '../../../contract/app/link/nearDuplicate.ts'
import { linkFields, trackingNames, type TrackingName } from '../../../contract/service/link/fields.ts'
import { parameterExample } from '../../../contract/service/link/parameters.ts'
import { distinctScopes, scopeChoices } from '../../../contract/app/values/requestParameters.ts'
import { useSuggestions } from '../../api/suggestions.ts'
import { useChannels } from '../channels/useChannels.ts'
import { SuggestionField } from '../suggestions/SuggestionField.tsx'
import { commonMediums, commonSources, addCommonWords } from '../suggestions/commonSuggestions.ts'
import { useRules } from '../../link/FormChecks.tsx'
import { useDerived, useField, useTracking } from '../../link/FormContext.tsx'
import { sentAddresses } from '../../link/form.ts'
import { useSession } from '../../session/Session.tsx'
import { AddParameter } from './AddParameter.tsx'
import { TrackingChannel } from './TrackingChannel.tsx'
import { useListParameter } from './useListParameter.ts'

/** Common analytics values. */
const commonWords: Partial<Record<TrackingName, readonly Word[]>> = {
  source: commonSources,
  medium: commonMediums,
}

const noWords: readonly Word[] = []

/** Edits the tracking fields, and the parameters of addresses that the profile lists. */
export function TrackingFields() {
  const [busy, setBusy] = useState(false)
  const rules = useRules()
  const used = useSuggestions()
  return (
    <>
      <SimpleGrid
        minColWidth={150}
        autoFlow="auto-fit"
        spacing={12}
        onFocus={() => setBusy(true)}
        onBlur={() => setBusy(false)}
      >
        {trackingNames
          .filter((name) => !rules?.isHidden(name))
          .map((name) =>
            name === 'medium' ? <MediumField key={name} /> : <TrackingField key={name} name={name} />,
          )}
        {rules?.parameters
          .filter(({ field }) => !rules.isHidden(field))
          .map(({ field, label }) => (
            <SuggestionField
              key={field}
              name={field}
              path={field}
              label={label}
              placeholder={parameterExample(field)}
              words={used.parameters[field] ?? noWords}
            />
          ))}
        {rules !== null && rules.parameters.length > 0 && <ParameterScopeField />}
      </SimpleGrid>
      {/* Its line is there before its text, so that nothing below moves. It is most of the gap to the next section,
          above which its second line can be pressed. */}
      <Group mt={-8} mb={-12} mih="1.25rem" gap="xs" align="start" wrap="nowrap" pos="relative">
        <Box flex={1} miw={0}>
          <TrackingChannel busy={busy} />
        </Box>
        <MoreParameters />
      </Group>
    </>
  )
}

/** Adds a parameter to those that the profile's links have, and focuses its field. */
function MoreParameters() {
  const { profile } = useSession().current
  const listed = useRules()?.parameters.map(({ field }) => field) ?? []
  const { canList, list, added } = useListParameter(profile)
  const anchor = useRef<HTMLDivElement>(null)
  const isShown = added !== null && listed.includes(added)
  useEffect(() => {
    if (!isShown) return
    const form = anchor.current?.closest('[role="group"]')
    form?.querySelector<HTMLInputElement>(`[data-field="${CSS.escape(added)}"]`)?.focus()
  }, [isShown, added])
  return (
    <div ref={anchor}>
      {canList && <AddParameter size="compact-xs" mih={0} h="1.25rem" listed={listed} add={list} />}
    </div>
  )
}

/** Chooses which addresses get the parameters. Renders nothing if no phone has an address of its own. */
function ParameterScopeField() {
  const [scope, set] = useField('parameterScope')
  const scopes = useDerived((form) => distinctScopes(sentAddresses(form)).join(' ')).split(' ')
  if (scopes.length < 2 && scope === 'all') return null
  return (
    <Select
      label="Parameters are written into"
      data={scopeChoices.filter(({ value }) => scopes.includes(value) || value === scope)}
      value={scope}
      onChange={(chosen) => chosen !== null && set(chosen)}
    />
  )
}

/** Suggests mediums, each with the Google Analytics channel that it results in. */
function MediumField() {
  const channels = useChannels()
  const tracking = useTracking()
  return (
    <TrackingField
      name="medium"
      noteOf={(medium) => channels.findChannel({ ...tracking, medium }) ?? undefined}
    />
  )
}

interface TrackingFieldProps {
  name: TrackingName
  noteOf?: (word: string) => string | undefined
  'data-autofocus'?: boolean
}

/** Edits a tracking field, with the library's values and common ones as suggestions. */
export function TrackingField({ name, ...props }: TrackingFieldProps) {
  const used = useSuggestions().tracking[name]
  const words = useMemo(() => addCommonWords(used, commonWords[name] ?? []), [used, name])
  const path = `tracking_${name}` as const
  const { label, example } = linkFields[path]
  return (
    <SuggestionField name={name} path={path} label={label} placeholder={example} words={words} {...props} />
  )
}

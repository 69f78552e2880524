import { Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { RuleFinding } from '../../../../contract/app/rules/check/fieldCheck.ts'
import { replacedParts } from '../../../../contract/app/link/change/replaceInLink.ts'
import { blankForm } from '../../../link/form.ts'
import type { FormRules } from '../../../link/formRules.ts'
import { createFormStore } from '../../../link/formStore.ts'
import { queryChoiceData } from '../../../link/passedQuery.ts'
import { useLinkForm } from '../../../link/useLinkForm.ts'
import { FieldWarning } from '../../../ui/FieldWarning.tsx'
import { LinkFormProvider } from '../../linkForm/LinkForm.tsx'
import { LocalTimeField, checkEnd, formatBothZones, parseLocalTime } from '../../record/LocalTimeField.tsx'
import { TrackingField } from '../../linkForm/TrackingFields.tsx'
import { choices, findNewTagError, partLabels, type ChangeChoice } from './choices.ts'
import { QuietText } from '../../../ui/variants.ts'

interface ChoiceProps {
  choice: ChangeChoice
  choose: (choice: ChangeChoice) => void
  /** The profile's rules, except those that depend on other values of a link. */
  rules: FormRules | null
}

/** Asks what to change in many links, with the input that the choice needs. */
export function ChangeChoiceFields(props: ChoiceProps) {
  return (
    <>
      <Kinds {...props} />
      <ChangeValueField {...props} />
    </>
  )
}

function Kinds({ choice, choose }: Omit<ChoiceProps, 'rules'>) {
  return (
    <Radio.Group label="What to change" value={choice.kind} onChange={(kind) => choose({ kind, text: '' })}>
      <SimpleGrid minColWidth={150} autoFlow="auto-fit" spacing={10} mt="xs">
        {Object.entries(choices).map(([kind, label]) => (
          <Radio key={kind} value={kind} label={label} data-autofocus={kind === choice.kind || undefined} />
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}

/** The input that a choice needs. */
export function ChangeValueField({ choice, choose, rules }: ChoiceProps) {
  const { kind, text } = choice
  const type = (typed: string) => choose({ kind, text: typed })
  if (kind === 'replace') return <ReplaceFields {...{ choice, choose, rules }} />
  if (kind === 'address') {
    return (
      <TextInput
        label="New destination"
        data-autofocus
        placeholder="https://www.example.com/new"
        inputMode="url"
        maxLength={20_000}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        description="Also replaces it on every platform that leads to the same address."
      />
    )
  }
  if (kind === 'campaign') return <CampaignField {...{ text, type, rules }} />
  if (kind === 'parameters') {
    return (
      <Select
        label="Parameters that visitors bring, such as gclid"
        data-autofocus
        placeholder="Choose"
        data={queryChoiceData}
        value={text || null}
        onChange={(value) => type(value ?? '')}
      />
    )
  }
  return kind === 'until' ? <EndTime text={text} type={type} /> : null
}

interface CampaignFieldProps extends Pick<ChoiceProps, 'rules'> {
  text: string
  type: (typed: string) => void
}

const notSent = { state: 'none' } as const

/** Asks for a campaign as *Create* does: in its parts, with suggestions and the messages of the rules. */
function CampaignField({ text, type, rules }: CampaignFieldProps) {
  const [store] = useState(() => createFormStore({ ...blankForm, campaign: text }))
  const form = useLinkForm({ store, status: notSent, rules, isEdit: true })
  useEffect(() => store.subscribe(() => type(store.get().campaign)), [store, type])
  return (
    <LinkFormProvider form={form}>
      <TrackingField name="campaign" data-autofocus />
      {rules?.isRequired('campaign') !== true && (
        <QuietText>Leave the campaign empty to remove it.</QuietText>
      )}
    </LinkFormProvider>
  )
}

/** Asks what to replace, where and with what. */
function ReplaceFields({ choice, choose, rules }: ChoiceProps) {
  const { text, find = '', part = 'domain' } = choice
  const error = text === '' ? null : findNewTagError(choice, rules)
  const isWhole = part === 'domain' || part === 'tag'
  return (
    <Stack gap="sm">
      <Select
        label="Where"
        data={replacedParts.map((value) => ({ value, label: partLabels[value] }))}
        value={part}
        onChange={(next) => next !== null && choose({ ...choice, part: next })}
      />
      <TextInput
        data-autofocus
        label={isWhole ? partLabels[part] : 'Find'}
        description={
          isWhole ? 'Replaced only if it is exactly this' : 'Replaced wherever it occurs, in this spelling'
        }
        placeholder={part === 'domain' ? 'old.example.com' : ''}
        maxLength={2_000}
        value={find}
        onChange={({ currentTarget }) => choose({ ...choice, find: currentTarget.value })}
      />
      <TextInput
        label="Replace with"
        description={part === 'domain' ? undefined : 'Leave empty to remove it'}
        placeholder={part === 'domain' ? 'www.example.com' : ''}
        maxLength={2_000}
        value={text}
        onChange={({ currentTarget }) => choose({ ...choice, text: currentTarget.value })}
        error={error && <RuleError error={error} apply={(tag) => choose({ ...choice, text: tag })} />}
      />
    </Stack>
  )
}

function RuleError({ error: { text, fix }, apply }: { error: RuleFinding; apply: (value: string) => void }) {
  const offer = fix === null ? null : { label: `Use “${fix}”`, value: fix }
  return <FieldWarning text={text} refusal fix={offer} apply={apply} />
}

function EndTime({ text, type }: { text: string; type: (typed: string) => void }) {
  const time = parseLocalTime(text)
  return (
    <>
      <LocalTimeField label="Active until" autoFocus value={text} onChange={type} check={checkEnd} />
      {time && checkEnd(time) === null && (
        <QuietText role="status">The links work until {formatBothZones(time)}.</QuietText>
      )}
    </>
  )
}

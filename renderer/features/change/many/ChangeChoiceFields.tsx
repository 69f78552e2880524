import { Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { replacedParts } from '../../../../contract/app/link/replaceInLink.ts'
import { queryChoiceData } from '../../../link/passedQuery.ts'
import { LocalTimeField, checkEnd, formatBothZones, parseLocalTime } from '../../record/LocalTimeField.tsx'
import { choices, partLabels, type ChangeChoice } from './choices.ts'

interface ChoiceProps {
  choice: ChangeChoice
  choose: (choice: ChangeChoice) => void
}

/** Asks what to change in many links, with the input that the choice needs. */
export function ChangeChoiceFields({ choice, choose }: ChoiceProps) {
  return (
    <>
      <Kinds choice={choice} choose={choose} />
      <Value choice={choice} choose={choose} />
    </>
  )
}

function Kinds({ choice, choose }: ChoiceProps) {
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
function Value({ choice, choose }: ChoiceProps) {
  const { kind, text } = choice
  const type = (typed: string) => choose({ kind, text: typed })
  if (kind === 'replace') return <ReplaceFields choice={choice} choose={choose} />
  if (kind === 'address') {
    return (
      <TextInput
        label="New destination"
        placeholder="https://www.example.com/new"
        inputMode="url"
        maxLength={20_000}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        description="Also replaces it on every platform that leads to the same address."
      />
    )
  }
  if (kind === 'campaign') {
    return (
      <TextInput
        label="Campaign"
        description="Leave empty to remove it"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
      />
    )
  }
  if (kind === 'parameters') {
    return (
      <Select
        label="Parameters that visitors bring, such as gclid"
        placeholder="Choose"
        data={queryChoiceData}
        value={text || null}
        onChange={(value) => type(value ?? '')}
      />
    )
  }
  return kind === 'until' ? <EndTime text={text} type={type} /> : null
}

/** Asks what to replace, where and with what. */
function ReplaceFields({ choice, choose }: ChoiceProps) {
  const { text, find = '', part = 'domain' } = choice
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
      />
    </Stack>
  )
}

function EndTime({ text, type }: { text: string; type: (typed: string) => void }) {
  const time = parseLocalTime(text)
  return (
    <>
      <LocalTimeField label="Active until" value={text} onChange={type} check={checkEnd} />
      {time && checkEnd(time) === null && (
        <Text role="status" c="dimmed" fz="sm">
          The links work until {formatBothZones(time)}.
        </Text>
      )}
    </>
  )
}

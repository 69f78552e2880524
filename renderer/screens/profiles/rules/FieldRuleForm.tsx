import { Checkbox, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDeferredValue, useMemo } from 'react'
import { normalizeWord } from '../../../../contract/app/values/spelling.ts'
import { linkFields, trackingNames } from '../../../../contract/service/link/fields.ts'
import { isParameter, parameterExample } from '../../../../contract/service/link/parameters.ts'
import { ruleFieldLabel, type RuleFieldName } from '../../../../contract/service/rules/ruleFields.ts'
import { wildcardHelp } from '../../../../contract/app/rules/wildcards.ts'
import { BuiltNameFields } from './BuiltNameFields.tsx'
import { DependentLists } from './DependentLists.tsx'
import { splitLines, type RuleForm, type RuleFormProps } from './ruleForm.ts'
import { LinesField } from './LinesField.tsx'
import { FieldWarning } from '../../../ui/FieldWarning.tsx'
import { RuleGroup, RuleRow } from './RuleGroup.tsx'

function exampleOf(name: RuleFieldName): string {
  if (name === 'tags') return 'Summer sale'
  return isParameter(name) ? parameterExample(name) : linkFields[`tracking_${name}`].example
}

const separators = [
  { value: '', label: 'As typed' },
  { value: '-', label: 'Hyphen: black-friday' },
  { value: '_', label: 'Underscore: black_friday' },
  { value: '.', label: 'Dot: black.friday' },
]

/** Edits the rules of one field. */
export function FieldRuleForm(props: RuleFormProps) {
  return (
    <Stack miw={0}>
      {props.name !== 'tags' && <BuiltNameFields {...props} />}
      <AllowedValues {...props} />
      <Presence {...props} />
      <Spelling {...props} />
      <TextRules {...props} />
    </Stack>
  )
}

function Presence({ name, form, change }: RuleFormProps) {
  const label = ruleFieldLabel(name, form.label)
  const choices = [
    { value: 'optional', label: 'Optional' },
    { value: 'required', label: 'Required' },
    { value: 'hidden', label: 'Hidden in the form' },
  ]
  return (
    <RuleGroup title={`${label} of a new link`}>
      <RuleRow>
        <Select
          label="The field is"
          data={choices}
          value={form.presence}
          onChange={(presence) => change({ presence: presence as RuleForm['presence'] })}
        />
        <TextInput
          label="Starts with"
          placeholder="Empty"
          value={form.start}
          onChange={({ currentTarget }) => change({ start: currentTarget.value })}
        />
      </RuleRow>
    </RuleGroup>
  )
}

function Spelling({ form, change }: RuleFormProps) {
  return (
    <RuleGroup title="Spelling, corrected while you type">
      <RuleRow>
        <Select
          label="Between words"
          data={separators}
          value={form.separator}
          onChange={(separator) => change({ separator: separator as RuleForm['separator'] })}
        />
        <Checkbox
          mt="auto"
          pb={8}
          label="Lower case only"
          checked={form.lowerCase}
          onChange={({ currentTarget }) => change({ lowerCase: currentTarget.checked })}
        />
      </RuleRow>
    </RuleGroup>
  )
}

function AllowedValues({ name, form, all, errors, change }: RuleFormProps) {
  const others = trackingNames.filter((other) => other !== name)
  return (
    <RuleGroup title="Allowed values">
      <LinesField
        label="One per line"
        description="You can paste a column of a spreadsheet. Leave it empty to allow any value."
        placeholder={exampleOf(name)}
        minRows={3}
        maxRows={12}
        value={form.values}
        error={errors[`${name}.values`]}
        change={(value) => change({ values: value })}
      />
      <SimilarValuesWarning values={form.values} />
      <Select
        label="Other values depending on"
        data={[
          { value: '', label: 'No other field' },
          ...others.map((other) => ({ value: other, label: linkFields[`tracking_${other}`].label })),
        ]}
        value={form.dependsOn}
        onChange={(value) =>
          change({
            dependsOn: others.find((other) => other === value) ?? '',
            lists: form.lists.length > 0 ? form.lists : [{ value: '', values: '' }],
          })
        }
      />
      {form.dependsOn !== '' && (
        <DependentLists name={name} form={form} all={all} errors={errors} change={change} />
      )}
      <Checkbox
        label="Allow values that aren’t listed, with a warning"
        checked={form.isOpen}
        onChange={({ currentTarget }) => change({ isOpen: currentTarget.checked })}
      />
    </RuleGroup>
  )
}

function TextRules({ name, form, errors, change }: RuleFormProps) {
  return (
    <RuleGroup title="Length, words and form">
      <RuleRow>
        <NumberInput
          label="At most … characters"
          placeholder="No limit"
          min={1}
          max={255}
          allowDecimal={false}
          value={form.maxLength}
          error={errors[`${name}.maxLength`]}
          onChange={(value) => change({ maxLength: String(value) })}
        />
        <TextInput
          label="Form"
          description={wildcardHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="####-*"
          value={form.pattern}
          error={errors[`${name}.pattern`]}
          onChange={({ currentTarget }) => change({ pattern: currentTarget.value })}
        />
      </RuleRow>
      <LinesField
        label="Words that aren’t allowed"
        description="One per line"
        minRows={1}
        maxRows={8}
        value={form.forbidden}
        error={errors[`${name}.forbidden`]}
        change={(value) => change({ forbidden: value })}
      />
      <Checkbox
        label="Only warn if a link breaks these rules or the field is empty"
        checked={form.isWarning}
        onChange={({ currentTarget }) => change({ isWarning: currentTarget.checked })}
      />
    </RuleGroup>
  )
}

/** Warns of two allowed values that people read as the same, but reports count separately. */
function SimilarValuesWarning({ values }: { values: string }) {
  const deferredValues = useDeferredValue(values)
  const pair = useMemo(() => findSimilarPair(splitLines(deferredValues)), [deferredValues])
  if (!pair) return null
  const [first, second] = pair
  return (
    <Text fz="sm">
      <FieldWarning
        text={`“${first}” and “${second}” differ only in case or separators. Both are allowed, and reports count them separately.`}
      />
    </Text>
  )
}

/** Returns the first two values that differ only in case or separators; `null` if there are none. */
function findSimilarPair(values: readonly string[]): [string, string] | null {
  const valuesByWord = new Map<string, string>()
  for (const value of values.map((text) => text.normalize('NFC'))) {
    const word = normalizeWord(value)
    const other = valuesByWord.get(word)
    if (other !== undefined && other !== value) return [other, value]
    valuesByWord.set(word, value)
  }
  return null
}

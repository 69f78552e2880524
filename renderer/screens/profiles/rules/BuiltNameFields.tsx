import { Anchor, Select, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { listParts, partValue } from '../../../../contract/service/rules/builtName.ts'
import type { RuleFormProps } from './ruleForm.ts'
import { LinesField } from './LinesField.tsx'
import { RuleGroup, RuleRow } from './RuleGroup.tsx'

/** Parts with a known format, which need no list of values. */
const formatDescriptions = new Map([
  ['year', 'Without a list: four digits'],
  ['month', 'Without a list: 01 to 12'],
  ['quarter', 'Without a list: q1 to q4'],
])

interface NameTemplateProps {
  template: string
  error: string | undefined
  change: (template: string) => void
}

/** Edits the parts of a template as chips with one separator, or a template of another form as text. */
function NameTemplate({ template, error, change }: NameTemplateProps) {
  const chips = toChips(template)
  const [chosen, setSeparator] = useState('-')
  // A single part has no separator yet.
  const separator = chips && chips.parts.length > 1 ? chips.separator : chosen
  const [isText, setIsText] = useState(chips === null)
  const write = (parts: readonly string[], between: string) => {
    setSeparator(between)
    change(toTemplate(parts, between))
  }
  if (isText || chips === null)
    return (
      <TextInput
        label="Template"
        description={
          <>
            Put parts in braces. Leave it empty to allow any name.{' '}
            {chips && <Switcher label="Edit as parts" run={() => setIsText(false)} />}
          </>
        }
        placeholder="{year}-{market}-{name}"
        value={template}
        error={error}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    )
  return (
    <RuleRow>
      <TagsInput
        label="Parts, in order"
        description={
          <>
            Enter adds a part. Without any, every name is allowed.{' '}
            <Switcher label="Edit as text" run={() => setIsText(true)} />
          </>
        }
        placeholder={chips.parts.length === 0 ? 'year, market, name' : ''}
        data={suggestedParts.filter((part) => !chips.parts.includes(part))}
        splitChars={[',', '{', '}', ' ']}
        value={[...chips.parts]}
        error={error}
        onChange={(parts) =>
          write(
            parts.map((part) => part.replace(/[{}]/g, '')),
            separator,
          )
        }
      />
      <Select
        label="Between them"
        description="For example 2027-de-spring"
        data={[
          { value: '-', label: 'Hyphen' },
          { value: '_', label: 'Underscore' },
          { value: '.', label: 'Dot' },
        ]}
        value={separator}
        onChange={(between) => write(chips.parts, between ?? '-')}
      />
    </RuleRow>
  )
}

function Switcher({ label, run }: { label: string; run: () => void }) {
  return (
    <Anchor component="button" type="button" inherit onClick={run}>
      {label}
    </Anchor>
  )
}

const suggestedParts = ['year', 'quarter', 'month', 'market', 'channel', 'name']

/** Returns the parts of a template that only one separator divides; `null` for other templates. */
function toChips(template: string): { parts: readonly string[]; separator: string } | null {
  const parts = listParts(template)
  for (const separator of ['-', '_', '.'])
    if (toTemplate(parts, separator) === template.trim()) return { parts, separator }
  return null
}

function toTemplate(parts: readonly string[], separator: string): string {
  return parts.map((part) => `{${part}}`).join(separator)
}

/** Edits the template that a field's names must follow, and the allowed values of its parts. */
export function BuiltNameFields({ name, form, errors, change }: RuleFormProps) {
  const parts = [...new Set(listParts(form.template))]
  return (
    <RuleGroup title="Name built from parts">
      <NameTemplate
        template={form.template}
        error={errors[`${name}.template`]}
        change={(template) => change({ template })}
      />
      <RuleRow>
        {parts.map((part) => (
          <LinesField
            key={part}
            label={`Values of {${part}}`}
            description={formatDescriptions.get(part) ?? 'One per line; empty for any text'}
            minRows={2}
            maxRows={8}
            value={partValue(form.parts, part)}
            error={errors[`${name}.lists`]}
            change={(value) => change({ parts: { ...form.parts, [part]: value } })}
          />
        ))}
      </RuleRow>
    </RuleGroup>
  )
}

import { TextInput } from '@mantine/core'
import { listParts, partValue } from '../../../../contract/service/rules/builtName.ts'
import type { RuleFormProps } from './ruleForm.ts'
import { LinesField } from './LinesField.tsx'
import styles from './rules.module.css'

/** Parts with a known format, which need no list of values. */
const formatDescriptions: Readonly<Record<string, string>> = {
  year: 'Without a list: four digits',
  month: 'Without a list: 01 to 12',
  quarter: 'Without a list: q1 to q4',
}

/** Edits the template that campaign names must follow, and the allowed values of its parts. */
export function BuiltNameFields({ name, form, errors, change }: RuleFormProps) {
  return (
    <fieldset className={styles['group']}>
      <legend>Name built from parts</legend>
      <TextInput
        label="Template"
        description="Put parts in braces. Leave it empty to allow any name."
        placeholder="{year}-{market}-{name}"
        spellCheck={false}
        value={form.template}
        error={errors[`${name}.template`]}
        onChange={({ currentTarget }) => change({ template: currentTarget.value })}
      />
      <div className={styles['parts']}>
        {[...new Set(listParts(form.template))].map((part) => (
          <LinesField
            key={part}
            label={`Values of {${part}}`}
            description={formatDescriptions[part] ?? 'One per line; empty for any text'}
            minRows={2}
            maxRows={8}
            value={partValue(form.parts, part)}
            error={errors[`${name}.lists`]}
            change={(value) => change({ parts: { ...form.parts, [part]: value } })}
          />
        ))}
      </div>
    </fieldset>
  )
}

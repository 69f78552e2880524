import { Button, Flex, Stack, Tabs, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Draft } from '../../../../contract/app/calls/runs/drafts.ts'
import type { FieldErrors } from '../../../../contract/service/link/fieldErrors.ts'
import { isParameter, type ParameterField } from '../../../../contract/service/link/parameters.ts'
import { ruleFieldLabel, type RuleFieldName } from '../../../../contract/service/rules/ruleFields.ts'
import { getRule, namesWithRules } from '../../../../contract/service/rules/trackingRules.ts'
import type { TrackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { AddParameter } from '../../../features/linkForm/AddParameter.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { BottomBar } from '../../../ui/BottomBar.tsx'
import { SavedNotice } from '../../../ui/SavedNotice.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { useScrollIntoView } from '../../../ui/useScrollIntoView.ts'
import { useUndoToast } from '../../../ui/useUndoToast.ts'
import { FieldRuleForm } from './FieldRuleForm.tsx'
import { RulesConflict } from './RulesConflict.tsx'
import { RuleTest } from './RuleTest.tsx'
import { ParameterHead } from './ParameterHead.tsx'
import { listParameters, withParameter } from './parameterForms.ts'
import { formFields, readRulesForm, toRuleForm, type RuleForm, type RulesForm } from './ruleForm.ts'
import { useConflict } from './useConflict.ts'
import { useRulesForm } from './useRulesForm.ts'
import { useSaveRules } from './useSaveRules.ts'
import styles from './rules.module.css'

export interface RulesEditorProps {
  profileId: string
  saved: TrackingRules
  /** Edits that were kept, or `null`. */
  draft: Draft | null
}

/** Edits rules and tests them. Nothing applies until it is saved; unsaved edits are kept as a draft. */
export function RulesEditor({ profileId, saved, draft }: RulesEditorProps) {
  const editing = useRulesForm(profileId, saved, draft)
  const { form, base, change, isChanged } = editing
  const showUndo = useUndoToast()
  const { begin, end, ...conflict } = useConflict(editing)
  const [chosen, setField] = useState<RuleFieldName>(namesWithRules(saved)[0] ?? 'source')
  const fields = formFields(form)
  // A removed parameter has no tab.
  const field = fields.includes(chosen) ? chosen : 'source'
  const save = useSaveRules(profileId, { onSaved: editing.endSaved, onConflict: begin })
  const read = readRulesForm(form)
  const errors = 'errors' in read ? read.errors : {}
  const discard = () => {
    end()
    editing.discard()
    showUndo({ message: 'Changes discarded.', undo: () => editing.replace({ base, form }) })
  }
  return (
    <Stack className={styles['editor'] ?? ''} miw={0}>
      <Tabs
        value={field}
        onChange={(value) => setField(fields.find((name) => name === value) ?? 'source')}
        keepMounted={false}
      >
        <FieldTabs
          {...{ form, fields, errors }}
          add={(next, added) => {
            editing.replace({ base, form: next })
            setField(added)
          }}
        />
        {fields.map((name) => (
          <Tabs.Panel key={name} value={name} className={styles['panel'] ?? ''}>
            <FieldRules
              {...{ name, form, errors }}
              change={(patch) => change(name, patch)}
              replace={(next) => editing.replace({ base, form: next })}
            />
            {'rules' in read && <RuleTest name={name} rules={read.rules} />}
          </Tabs.Panel>
        ))}
      </Tabs>
      {conflict.changes && 'rules' in read && (
        <IntoView>
          <RulesConflict {...conflict} changes={conflict.changes} />
        </IntoView>
      )}
      {save.problem && (
        <IntoView>
          <ProblemView problem={save.problem} />
        </IntoView>
      )}
      <BottomBar gap="sm" justify="flex-end" py="sm">
        <EditorState errors={Object.keys(errors).length} isSaved={save.isSaved && !isChanged} />
        {isChanged && (
          <Button variant="default" onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button
          onClick={() => 'rules' in read && save.run(form, read.rules, base)}
          loading={save.isPending}
          disabled={!isChanged || conflict.changes !== null || 'errors' in read}
        >
          Save rules
        </Button>
      </BottomBar>
    </Stack>
  )
}

interface FieldRulesProps {
  name: RuleFieldName
  form: RulesForm
  errors: FieldErrors
  change: (patch: Partial<RuleForm>) => void
  replace: (form: RulesForm) => void
}

/** Edits the rules of a field, and the name of a parameter for people. */
function FieldRules({ name, form, errors, change, replace }: FieldRulesProps) {
  return (
    <Stack>
      {isParameter(name) && <ParameterHead field={name} {...{ form, change, replace }} />}
      <FieldRuleForm
        {...{ name, errors, change }}
        form={form[name] ?? toRuleForm(getRule({}, name))}
        all={form}
      />
    </Stack>
  )
}

interface FieldTabsProps {
  form: RulesForm
  fields: readonly RuleFieldName[]
  errors: object
  add: (form: RulesForm, field: ParameterField) => void
}

/** Shows a tab per field, and marks the fields with errors. `errors` is by path, such as `source.values`. */
function FieldTabs({ form, fields, errors, add }: FieldTabsProps) {
  return (
    <Flex wrap="wrap" align="center" columnGap="xs">
      <Tabs.List aria-label="Fields with rules">
        {fields.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {ruleFieldLabel(name, form[name]?.label)}
            {Object.keys(errors).some((path) => path.startsWith(`${name}.`)) && (
              <Text span inherit c="var(--bad-text)">
                {' (check)'}
              </Text>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <AddParameter
        my="auto"
        listed={listParameters(form)}
        add={(field) => add(withParameter(form, field), field)}
      />
    </Flex>
  )
}

function EditorState({ errors, isSaved }: { errors: number; isSaved: boolean }) {
  if (errors > 0)
    return <span role="status">{formatCount(errors, 'field has an error', 'fields have errors')}.</span>
  return isSaved && <SavedNotice />
}

/** Scrolls a conflict or error into view. *Save rules* is always visible, but the end of the form may not be. */
function IntoView({ children }: { children: ReactNode }) {
  const element = useScrollIntoView<HTMLDivElement>()
  return (
    <div ref={element} className={styles['outcome']}>
      {children}
    </div>
  )
}

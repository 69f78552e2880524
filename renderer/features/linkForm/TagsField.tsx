import { TagsInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { findNearDuplicate, suggestionReason, type Word } from '../../../contract/app/link/nearDuplicate.ts'
import { useSuggestions } from '../../api/suggestions.ts'
import { limits } from '../../../contract/service/api/limits.ts'
import { endsInsideQuotes, parseTags } from '../../../contract/app/link/tagList.ts'
import { splitTag, valueWarning } from '../../../contract/app/values/valueWarnings.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { useField } from '../../link/FormContext.tsx'
import type { FormRules } from '../../link/formRules.ts'
import { useFieldError, useRules } from '../../link/FormChecks.tsx'

/** Edits tags as chips. A comma, Enter or a pasted list separates them; quoted commas are kept. */
export function TagsField() {
  const [tags, setTags] = useField('tags')
  const { error, warning } = useFieldError('tags', tags.length === 0)
  const rules = useRules()
  const knownTags = useSuggestions().tags
  const suggested = useMemo(() => knownTags.map(({ value }) => value), [knownTags])
  const [typed, setTyped] = useState('')
  // Only new tags are parsed as a list: existing and suggested ones may contain commas.
  const change = (next: string[]) => {
    const splitNew = (tag: string) => (tags.includes(tag) || suggested.includes(tag) ? [tag] : parseTags(tag))
    const newTags = next.flatMap(splitNew)
    setTags([...new Set(rules?.writeTags(newTags) ?? newTags)])
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== ',' || typed.trim() === '' || endsInsideQuotes(typed)) return
    event.preventDefault()
    change([...tags, typed])
    setTyped('')
  }
  // Each tag is compared with each known one: a pasted column can have thousands.
  const doubtful = useMemo(
    () => findDoubtful(tags.slice(0, limits.tags), knownTags, rules),
    [tags, knownTags, rules],
  )
  const refused = doubtful.filter(({ isError }) => isError)
  const advised = doubtful.filter(({ isError }) => !isError)
  const replace = (tag: string, meant: string) => {
    const split = splitTag(tag)
    const meantTags = split.length > 1 ? split : [meant]
    const replaced = tags.flatMap((existing) => (existing === tag ? meantTags : existing))
    setTags([...new Set(replaced)].filter(Boolean))
  }
  const show = (doubt: DoubtfulTag) => <TagWarning key={doubt.tag} doubt={doubt} replace={replace} />
  return (
    <TagsInput
      label="Tags"
      data-field="tags"
      placeholder={tags.length === 0 ? 'Type one and press Enter, or paste a list' : ''}
      data={suggested}
      limit={8}
      openOnFocus={false}
      value={tags}
      onChange={change}
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDown={onKeyDown}
      splitChars={[]}
      isDuplicate={(tag, present) => present.includes(tag)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        warning !== undefined || advised.length > 0 ? (
          <>
            {warning !== undefined && <FieldWarning text={`This service may reject it: ${warning}`} />}
            {advised.map(show)}
          </>
        ) : undefined
      }
      required={rules?.isRequired('tags') ?? false}
      error={refused.length > 0 ? <>{refused.map(show)}</> : error}
    />
  )
}

/** A tag that breaks a rule or nearly matches an existing one, and the tag that was probably meant. */
interface DoubtfulTag {
  tag: string
  text: string
  isError: boolean
  meant: string | null
}

interface TagWarningProps {
  doubt: DoubtfulTag
  replace: (tag: string, meant: string) => void
}

function TagWarning({ doubt: { tag, text, isError, meant }, replace }: TagWarningProps) {
  const label = meant === '' ? `Remove “${tag}”` : `Use “${meant ?? ''}” for “${tag}”`
  const fix = meant === null ? null : { label, value: meant }
  return <FieldWarning text={text} refusal={isError} fix={fix} apply={(value) => replace(tag, value)} />
}

function findDoubtful(
  tags: readonly string[],
  knownTags: readonly Word[],
  rules: FormRules | null,
): DoubtfulTag[] {
  const findings = rules?.tagFindings(tags) ?? []
  return tags.flatMap((tag) => {
    const odd = valueWarning('tags', tag)
    if (odd) return { tag, text: odd.text, isError: false, meant: odd.fix?.value ?? null }
    const finding = findings.find(({ value }) => value === tag)
    if (finding) return { tag, text: finding.text, isError: finding.isError, meant: finding.fix }
    const nearest = findNearDuplicate(tag, knownTags)
    return nearest ? { tag, text: suggestionReason(nearest), isError: false, meant: nearest.value } : []
  })
}

import { Anchor, TextInput } from '@mantine/core'
import { useContext, useEffect, useMemo, useRef } from 'react'
import { linkFields } from '../../../contract/service/link/fields.ts'
import {
  fillPath,
  hasMixedScripts,
  ownPathError,
  suggestPath,
} from '../../../contract/service/path/ownPath.ts'
import { useCheckedPaths, useFreePath, useLinkWithPath } from '../../api/paths.ts'
import { FormChecksContext, useFieldError } from '../../link/FormChecks.tsx'
import type { LookupContext } from '../../../contract/app/window/windowPath.ts'
import { useDerived, useField, useSettledForm } from '../../link/FormContext.tsx'
import { cleanForm } from '../../link/form.ts'
import { pathRefusal } from '../../link/refusal.ts'
import { linkPath } from '../../session/routes.ts'
import { useSession } from '../../session/Session.tsx'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { QuietText } from '../../ui/variants.ts'
import styles from './linkForm.module.css'

/** Delay in milliseconds, so that a path isn't checked on every keystroke. */
const checkDelayMs = 350

/**
 * Edits the own path of a new link, and says whether it is free. Without own paths, shown only to remove one that was typed for
 * another service.
 */
export function PathField() {
  const { profile } = useSession().current
  const [value, set] = useField('path')
  // The path of the link in development, on another host.
  const { original, refusedPath } = useContext(FormChecksContext)
  const { error, leave } = useFieldError('path', !refusedPath)
  const suggestion = useDerived(({ title }) => original?.path || suggestPath(title))
  const input = useRef<HTMLInputElement>(null)
  if (!profile.hasOwnPaths && value === '') return null
  const domain = profile.linkHosts[0]
  const choose = () => {
    set(suggestion)
    // The pressed button disappears.
    input.current?.focus()
  }
  const isReported = error !== undefined && error === refusedPath?.errors['path']
  return (
    <TextInput
      ref={input}
      data-field="path"
      pos="relative"
      label={linkFields.path.label}
      placeholder="Chosen by the service"
      leftSection={domain && <QuietText truncate>{`${domain}/`}</QuietText>}
      leftSectionProps={{ style: { justifyContent: 'start', paddingLeft: 12 } }}
      leftSectionWidth={domain && `calc(${Math.min(domain.length + 1, 18)}ch + 16px)`}
      value={value}
      maxLength={300}
      autoCapitalize="none"
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={leave}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        value !== '' ? (
          <PathState />
        ) : (
          suggestion !== '' && (
            <Anchor component="button" type="button" size="xs" truncate onClick={choose}>
              Use {suggestion}
            </Anchor>
          )
        )
      }
      // Its line is beside the label, and its warnings are below the field.
      descriptionProps={value === '' ? { className: styles['meter'] } : { m: 0 }}
      error={isReported || (error && <PathError text={error} />)}
    />
  )
}

/** Says why a path is invalid, and offers one with its words unless it is a pattern. */
function PathError({ text }: { text: string }) {
  const [value, set] = useField('path')
  const path = value.includes('{') ? '' : suggestPath(value)
  const fix = path === '' ? null : { label: `Use ${path}`, value: path }
  return <FieldWarning text={text} refusal fix={fix} apply={set} />
}

/** Says what is worth knowing about the typed path. */
function PathState() {
  const { profile, environment } = useSession().current
  const { title, path: pattern } = cleanForm(useSettledForm(checkDelayMs))
  const path = fillPath(pattern, title)
  if (!profile.hasOwnPaths)
    return <FieldWarning text="This service chooses the paths itself. Delete this one." />
  if (path === '' || ownPathError(path) !== null) return null
  return (
    <span role="status">
      <PathAvailability
        target={{ profileId: profile.id, environment }}
        path={path}
        prefix={pattern === path ? '' : `${path}: `}
      />
      {hasMixedScripts(path) && (
        <FieldWarning text="It mixes letters of several scripts that look alike, so people may type another path." />
      )}
    </span>
  )
}

interface PathAvailabilityProps {
  target: LookupContext
  /** A valid path. */
  path: string
  /** Names the path if it isn't what was typed. */
  prefix: string
}

/** Says whether a path is free, and whether its link opens the app as asked. A path that isn't free can't be sent. */
function PathAvailability({ target, path, prefix }: PathAvailabilityProps) {
  const { data, error } = useCheckedPaths(target, [path])
  const [checked] = data?.paths ?? []
  const refusal = useMemo(() => (checked ? pathRefusal(checked) : null), [checked])
  const { setRefusedPath } = useContext(FormChecksContext)
  useEffect(() => {
    if (refusal === null) return
    setRefusedPath?.(refusal)
    return () => setRefusedPath?.(null)
  }, [refusal, setRefusedPath])
  if (error) return `${prefix}It couldn’t be checked whether this path is free.`
  if (!checked) return <span className={styles['meter']}>{prefix}Checking…</span>
  return (
    <>
      {checked.state === 'free' ? <span className={styles['meter']}>{prefix}Free. </span> : prefix}
      {checked.state === 'refused' && <FieldWarning text={refusal?.errors['path'] ?? ''} refusal />}
      {checked.state === 'taken' && <TakenPath target={target} path={path} />}
      {data?.opens_app && <AppSentence opens={data.opens_app} />}
    </>
  )
}

/** Names the link that has a path, if it is one of this project, with a link to it in the library, and offers a free path. */
function TakenPath({ target, path }: Omit<PathAvailabilityProps, 'prefix'>) {
  const [, set] = useField('path')
  const found = useLinkWithPath(target, path)
  const free = useFreePath(target, path)
  const { record, link } = found ?? {}
  const name = link?.title || link?.access_path || 'another link of this project'
  const fix = free === null ? null : { label: `Use ${free}`, value: free }
  return (
    <span>
      <FieldWarning
        text={link ? `Taken by ${name}.` : 'Taken. Choose another path.'}
        fix={fix}
        apply={set}
        refusal
      />
      {record && (
        <Anchor href={`#${linkPath(record.id)}`} size="xs">
          Open it
        </Anchor>
      )}
    </span>
  )
}

/** Says on which phones links with own paths open the app, if the form asks for something else. */
function AppSentence({ opens }: { opens: { ios: boolean; android: boolean } }) {
  const isAsked = useDerived((form) => form.iosOpenApp === opens.ios && form.androidOpenApp === opens.android)
  if (isAsked) return null
  const phones = [...(opens.ios ? ['iPhone'] : []), ...(opens.android ? ['Android'] : [])]
  const where =
    phones.length === 0 ? 'no phone' : `${phones.join(' and ')}${phones.length === 1 ? ' only' : ''}`
  return <FieldWarning text={`In this project, links with a chosen path open the app on ${where}.`} />
}

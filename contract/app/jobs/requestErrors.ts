import type { FieldErrors } from '../../service/link/fieldErrors.ts'
import type { GenerateRequest } from '../../service/link/generate.ts'
import { describeJsonError, readData, readTags, type JsonResult } from '../../service/json/json.ts'
import { fieldNames } from '../../service/link/fields.ts'
import { imageError } from '../../service/link/imageError.ts'
import { mapByKind } from '../../service/link/mapByKind.ts'
import { ownPathError } from '../../service/path/ownPath.ts'
import { targetTextError } from '../../service/link/target.ts'
import { storableTextError } from '../../service/text/text.ts'

const jsonTextError = (read: JsonResult<unknown>) => (read.ok ? null : describeJsonError(read.error))
const textErrors = (limit: number) => (text: string, path: string) =>
  toErrors(path, storableTextError(text, limit))
const targetErrors = (target: { url: string }, path: string) =>
  toErrors(`${path}.url`, targetTextError(target.url))

/** Checks a field's value, by kind. Returns its errors by path. */
const checks = mapByKind({
  text: textErrors,
  data: () => (text: string, path: string) => toErrors(path, jsonTextError(readData(text))),
  tags: () => (text: string, path: string) => toErrors(path, jsonTextError(readTags(text))),
  appTarget: () => targetErrors,
  target: () => targetErrors,
  preview: () => () => ({}),
  tracking: textErrors,
  path: () => (value: string, path: string) => toErrors(path, ownPathError(value)),
  image: () => (value: string, path: string) => toErrors(path, imageError(value)),
})

/**
 * Returns the errors with which our own service would reject a request of the right types, by field. The same errors as
 * those of `generateRequest`, but without zod, which would delay the window's first screen.
 */
export function requestErrors(request: GenerateRequest): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of fieldNames) {
    const value = request[name]
    // The check of each field accepts the type of that field.
    if (value !== undefined) Object.assign(errors, checks[name](value as never, name))
  }
  return errors
}

function toErrors(path: string, message: string | null): FieldErrors {
  return message === null ? {} : { [path]: message }
}

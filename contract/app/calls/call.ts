import { z } from 'zod'

/** Returns a row of the table of calls. Its input is a schema, or the members of an object that has no others. */
export function call<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): { input: I; output: O }
export function call<M extends z.ZodRawShape, O extends z.ZodType>(
  members: M,
  output: O,
): { input: ReturnType<typeof z.strictObject<M>>; output: O }
export function call(input: z.ZodType | z.ZodRawShape, output: z.ZodType) {
  return { input: input instanceof z.ZodType ? input : z.strictObject(input), output }
}

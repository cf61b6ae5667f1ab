/** Loaded when the first message is sent, or the keys are made: until then an upstream needs none of it. */
export async function loadWebPush(): Promise<typeof import('web-push')> {
  return (await import('web-push')).default;
}

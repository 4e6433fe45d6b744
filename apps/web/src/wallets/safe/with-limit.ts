/** Rejects if an answer takes longer: messages to a page have no end of their own. */
export function withLimit<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Safe did not answer. Try again.')), ms);
    void answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

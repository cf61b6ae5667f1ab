import { configure } from '@testing-library/dom';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Screens load their code on first use, which takes a while on a busy machine; a passing test does not wait.
configure({ asyncUtilTimeout: 5000 });

afterEach(cleanup);

package bub.channel.telegram.api;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Body of an answer with a size limit. */
final class CappedBody<T> implements BodySubscriber<T> {
  private final BodySubscriber<T> body;
  private final long cap;
  private @Nullable Subscription subscription;
  private long taken;

  CappedBody(BodySubscriber<T> body, long cap) {
    this.body = body;
    this.cap = cap;
  }

  @Override
  public void onSubscribe(Subscription newSubscription) {
    subscription = newSubscription;
    body.onSubscribe(newSubscription);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      taken += buffer.remaining();
    }
    if (taken <= cap) {
      body.onNext(buffers);
    } else if (subscription != null) {
      subscription.cancel();
      subscription = null;
      body.onError(new TooLarge(cap));
    }
  }

  @Override
  public void onError(Throwable trouble) {
    body.onError(trouble);
  }

  @Override
  public void onComplete() {
    body.onComplete();
  }

  @Override
  public CompletionStage<T> getBody() {
    return body.getBody();
  }

  static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1L;

    TooLarge(long cap) {
      super("more than " + cap + " bytes");
    }
  }
}
